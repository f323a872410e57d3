// Starts `mbs lsp` and talks to it over its standard input and output.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function program() {
  return vscode.workspace.getConfiguration("mbs").get("path");
}

function run() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  editor.document.save().then(() => {
    const task = new vscode.Task(
      { type: "mbs" }, vscode.TaskScope.Workspace, "run", "mbs",
      new vscode.ProcessExecution(program(), ["run", editor.document.fileName]));
    return vscode.tasks.executeTask(task);
  });
}

function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand("mbs.run", run));
  const server = { command: program(), args: ["lsp"] };
  client = new LanguageClient("mbs", "mbs", server, { documentSelector: [{ language: "mbs" }] });
  client.start().catch((error) =>
    vscode.window.showWarningMessage(
      `mbs: no language server (${error.message}). Set mbs.path to the program.`));
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };

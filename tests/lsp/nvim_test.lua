-- Opens a script, waits for diagnostics, mends it, renames, formats; leaves with 1 if anything fails.
local function fail(what)
  io.stderr:write("FAILED: " .. what .. "\n")
  vim.cmd("cquit 1")
end

local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then fail(what) end
end

local function count() return #vim.diagnostic.get(0) end

local function lines() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") end

local ok, problem = pcall(function()
  local client = vim.lsp.start_client({ name = "mbs", cmd = { vim.env.MBS_PROGRAM, "lsp" } })
  vim.lsp.buf_attach_client(0, client)
  wait("a diagnostic of the wrong unit", function() return count() == 1 end)
  if vim.diagnostic.get(0)[1].code ~= "E0201" then fail("its code") end

  vim.api.nvim_buf_set_lines(0, 0, 1, false, { "param   c = 0.5 mm" })
  wait("no diagnostic after mending", function() return count() == 0 end)

  vim.api.nvim_win_set_cursor(0, { 2, 6 })
  vim.lsp.buf.rename("gap")
  wait("the rename", function() return lines() == "param   gap = 0.5 mm\nprint gap" end)

  local buffer = vim.api.nvim_get_current_buf()
  local params = vim.lsp.util.make_position_params()
  local hover = vim.lsp.buf_request_sync(buffer, "textDocument/hover", params, 20000)
  if not vim.inspect(hover):find("length") then fail("hover: " .. vim.inspect(hover)) end

  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 20000 })
  else  -- before 0.8
    vim.lsp.buf.formatting_sync(nil, 20000)
  end
  wait("the format", function() return lines() == "param gap = 0.5 mm\nprint gap" end)

  -- A name of another file: both buffers are changed.
  vim.api.nvim_command("edit! " .. vim.fn.expand("%:p:h") .. "/study.mbs")
  vim.lsp.buf_attach_client(0, client)
  vim.api.nvim_win_set_cursor(0, { 2, 8 })
  vim.lsp.buf.rename("gap")
  wait("the rename over files", function() return lines() == 'use "joint.mbs" as j\nprint j.gap' end)
  vim.api.nvim_command("buffer! joint.mbs")
  wait("the rename of the definition", function() return lines() == "param gap = 0.5 mm" end)
end)
if not ok then fail(tostring(problem)) end
vim.cmd("qall!")

;; Opens a script, waits for diagnostics, mends it, renames, formats; leaves with 1 if anything fails.
;; The first three forms are those of docs/editors.md.
(define-derived-mode mbs-mode prog-mode "mbs" (setq-local comment-start "# "))
(add-to-list 'auto-mode-alist '("\\.mbs\\'" . mbs-mode))
(with-eval-after-load 'eglot (add-to-list 'eglot-server-programs '(mbs-mode "mbs" "lsp")))

;; Packages of a distribution stand beside each other; they are not loaded in batch.
(let ((default-directory "/usr/share/emacs/site-lisp/"))
  (when (file-directory-p default-directory) (normal-top-level-add-subdirs-to-load-path)))
(unless (require 'eglot nil t) (message "skipped: there is no eglot") (kill-emacs 77))

(defun fail (what) (message "FAILED: %s" what) (kill-emacs 1))
(defun wait (what condition)
  (let ((end (+ (float-time) 20)))
    (while (and (< (float-time) end) (not (funcall condition)))
      (flymake-start)
      (accept-process-output nil 0.05))
    (unless (funcall condition) (fail what))))
(defun expect (what text)
  (unless (equal (buffer-string) text) (fail (format "%s: %S" what (buffer-string)))))

(setq eglot-confirm-server-initiated-edits nil)
(fset 'y-or-n-p (lambda (_) t)) ; no one is there to be asked
(find-file "a.mbs")
(call-interactively #'eglot)
(flymake-mode 1)
(wait "a diagnostic of the wrong unit" #'flymake-diagnostics)
(unless (string-match-p "no unit" (flymake-diagnostic-text (car (flymake-diagnostics)))) (fail "its text"))
(goto-char (point-min))
(search-forward "mmm")
(delete-char -1)
(eglot--signal-textDocument/didChange)
(wait "no diagnostic after mending" (lambda () (not (flymake-diagnostics))))

(search-forward "print ")
(eglot-rename "gap")
(expect "the rename" "param   gap = 0.5 mm\nprint gap\n")
(eglot-format-buffer)
(expect "the format" "param gap = 0.5 mm\nprint gap\n")
(save-buffer)

;; A name of another file: both are changed.
(find-file "study.mbs")
(search-forward "j.")
(eglot-rename "gap")
(expect "the rename over files" "use \"joint.mbs\" as j\nprint j.gap\n")
(find-file "joint.mbs")
(expect "the rename of the definition" "param gap = 0.5 mm\n")
(kill-emacs 0)

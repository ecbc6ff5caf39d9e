# Runs snippets one after the other, and prints what they loaded, a line per fact, with percent-encoded texts:
# key, kind ("data", "labelled", "answers", "label", "ordered", "error"), column, values. Arguments: files with programs.
options(warn = 1)
encoded <- function(texts) {
  if (length(texts) == 0) return(character())
  ifelse(is.na(texts), "*", vapply(enc2utf8(as.character(texts)), function(it) {
    if (nzchar(it)) paste0("%", as.character(charToRaw(it)), collapse = "") else ""
  }, ""))
}
say <- function(...) cat(paste(c(...), collapse = "\t"), "\n", sep = "")
plain <- function(x) {
  if (is.factor(x)) as.character(x)
  else if (is.numeric(x)) ifelse(is.na(x), NA, format(as.numeric(x), digits = 17, trim = TRUE))
  else as.character(unclass(x))
}
for (path in commandArgs(TRUE)) {
  scope <- new.env(parent = globalenv())
  tryCatch({
    program <- parse(path, encoding = "UTF-8")
    for (expression in program) eval(expression, scope)
    for (frame in c("data", "labelled", "answers")) for (name in names(scope[[frame]])) {
      say(basename(path), frame, encoded(name), encoded(plain(scope[[frame]][[name]])))
    }
    for (name in names(scope$data)) {
      label <- attr(scope$data[[name]], "label", exact = TRUE)
      if (!is.null(label)) say(basename(path), "label", encoded(name), encoded(label))
      if (is.ordered(scope$labelled[[name]])) say(basename(path), "ordered", encoded(name))
    }
  }, error = function(e) say(basename(path), "error", encoded(conditionMessage(e))))
}

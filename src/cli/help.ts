/** The text of `--help`. */
export const HELP = `wirescope check PATH… [--json] [--strict] [--edges FILE]… [--trace ID] [--allow-loops]

Reads files of agent rollouts and says what is in them. A PATH is a file, a folder
(everything in it is read, except names that begin with a dot and links to folders),
or - for standard input. Compressed files (.gz, .zst) are read as they are. A harness’s
own directory of sessions, and transcripts, are read as one tree; beside a run they name
its agents.

  --json      print the analysis report as one JSON document (wirescope/report, version 1)
  --strict    exit with 1 also when anything was repaired or contradicts itself
  --edges FILE
              apply the semantic edges of FILE: a set ({"edges": […]}), a captured ACP
              response, or a session’s ledger (semantic-edges.jsonl), and the payloads of a
              harness’s contracts that it holds. May be given several
              times; a PATH beside a run that is one of these is applied likewise. A set goes
              to the one trace whose calls carry all its request ids, a ledger to the traces
              of its sessions. Files are never changed.
  --trace ID  apply edges to this trace, whatever its calls carry
  --allow-loops
              accept sets that close a cycle, as the newest verifiers does; by default they
              are refused
  --help      this text
  --version   the version of Wirescope

Without --json: a line for each episode, what became of edges, then what was found odd,
by code.

Exit status
  0   every record was read
  1   something was skipped or could not be opened, or edges fit no trace (with --strict:
      or there is a warning, or edges were refused)
  2   the arguments are wrong, or nothing could be opened
`;

export const USAGE =
  'Usage: wirescope check PATH… [--json] [--strict] [--edges FILE]…   (more: wirescope --help)\n';

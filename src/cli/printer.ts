/** What both forms of output are told while files are read, in order; each answers with the text to write. */
import type { EpisodeEdges } from '../analysis/report';
import type { FileFacts } from '../analysis/report-stream';
import type { EdgeSetReport } from '../analysis/semantic-types';
import type { RecordPlace } from '../analysis/summary';
import type { Episode } from '../model/episode';
import type { Input } from './inputs';

export interface Printed {
  readonly text: string;
  /** Findings in the episode's traces and figures of severity warning or error, and edge sets that were refused. */
  readonly flags: number;
}

export interface Printer {
  begin(): string;
  openFile(input: Input): string;
  /** `text`: the record as it is written. */
  episode(episode: Episode, place: RecordPlace, edgesOf: EpisodeEdges, text: () => string): Promise<Printed>;
  closeFile(facts: FileFacts): string;
  /** `unmatched`: edge sets and ledgers that fit no trace. */
  end(unmatched: readonly EdgeSetReport[]): string;
}

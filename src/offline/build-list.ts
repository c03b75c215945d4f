/** The list of files of one build, which the build writes into the offline worker. It refuses to know what they hold. */
export interface BuildList {
  /** Digest over all paths and digests: equal for equal builds. */
  readonly version: string;
  /** Paths relative to the page's folder. */
  readonly files: readonly BuiltFile[];
}

export interface BuiltFile {
  readonly path: string;
  /** Subresource integrity: what is cached is this build's bytes or nothing. */
  readonly integrity: string;
}

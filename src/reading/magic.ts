/** Files that are no JSON at all, by their first bytes. Compressed containers that can be read are not asked for here. */
import type { Foreign } from './foreign';

interface Magic {
  readonly bytes: readonly number[];
  readonly at?: number;
  readonly foreign: Foreign;
}

const image: Foreign = {
  dialect: 'image',
  advice: 'This is an image. Drop the `traces.jsonl` of a run instead.',
};
const packed: Foreign = {
  dialect: 'compressed',
  advice: 'This compression is not read; `.gz` and `.zst` are. Decompress the file and drop what comes out.',
};
const arrow: Foreign = {
  dialect: 'arrow',
  advice: 'This is an Arrow file. Export its rows as JSON Lines and drop those.',
};

const MAGIC: readonly Magic[] = [
  { bytes: [0x89, 0x50, 0x4e, 0x47], foreign: image },
  { bytes: [0xff, 0xd8, 0xff], foreign: image },
  { bytes: ascii('GIF8'), foreign: image },
  { bytes: ascii('WEBP'), at: 8, foreign: image },
  {
    bytes: ascii('%PDF-'),
    foreign: { dialect: 'pdf', advice: 'This is a PDF. Drop the `traces.jsonl` of a run instead.' },
  },
  {
    bytes: ascii('SQLite format 3'),
    foreign: {
      dialect: 'sqlite',
      advice: 'This is an SQLite database. Export its rows as JSON Lines and drop those.',
    },
  },
  {
    bytes: ascii('PAR1'),
    foreign: {
      dialect: 'parquet',
      advice: 'This is a Parquet file. Export its rows as JSON Lines (`to_json(lines=True)`) and drop those.',
    },
  },
  { bytes: ascii('ARROW1'), foreign: arrow },
  { bytes: [0xff, 0xff, 0xff, 0xff], foreign: arrow },
  {
    bytes: ascii('ustar'),
    at: 257,
    foreign: { dialect: 'tar', advice: 'This is a tar archive. Unpack it and drop the folder.' },
  },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], foreign: packed },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], foreign: packed },
  { bytes: ascii('BZh'), foreign: packed },
  { bytes: [0x04, 0x22, 0x4d, 0x18], foreign: packed },
  {
    bytes: ascii('version https://git-lfs'),
    foreign: {
      dialect: 'git_lfs_pointer',
      advice:
        'This is a pointer of git-lfs, not the file it stands for. Run `git lfs pull` in the checkout, or download the file itself.',
    },
  },
];

export function foreignBytes(head: Uint8Array): Foreign | null {
  const known = MAGIC.find(({ bytes, at = 0 }) => bytes.every((byte, index) => head[at + index] === byte));
  return known?.foreign ?? zipOf(head) ?? messagePackOf(head) ?? textOf(head);
}

function ascii(text: string): readonly number[] {
  return [...text].map((character) => character.charCodeAt(0));
}

function zipOf(head: Uint8Array): Foreign | null {
  if (head[0] !== 0x50 || head[1] !== 0x4b || (head[2] ?? 0) > 8) return null;
  // The name of the archive's first file.
  const name = new TextDecoder().decode(head.subarray(30, 30 + (head[26] ?? 0)));
  if (/^(_journal\/|samples\/|summaries\.json|header\.json|reductions\.json)/.test(name)) {
    return {
      dialect: 'inspect_log',
      advice: 'This is a log of Inspect (`.eval`). Open it with `inspect view`.',
    };
  }
  return { dialect: 'zip', advice: 'This is a ZIP archive. Unpack it and drop the folder.' };
}

/** A small map whose first key is a word: no text begins like that. */
function messagePackOf(head: Uint8Array): Foreign | null {
  const [map = 0, key = 0] = head;
  if (map < 0x81 || map > 0x8f || key < 0xa1 || key > 0xbf) return null;
  const word = new TextDecoder().decode(head.subarray(2, 2 + (key & 0x1f)));
  if (!/^[A-Za-z_]+$/.test(word)) return null;
  return {
    dialect: 'msgpack',
    advice:
      'This is MessagePack, as traces travel between processes. Drop the `traces.jsonl` that the run wrote.',
  };
}

function textOf(head: Uint8Array): Foreign | null {
  const text = new TextDecoder().decode(head.subarray(0, 1024)).trimStart();
  if (/^<(!doctype html|html[\s>])/i.test(text)) {
    return {
      dialect: 'web_page',
      advice:
        'This is a web page, perhaps the page about a file in place of the file. Download the raw file and drop that.',
    };
  }
  // A table's head or a first setting; a list of literals would be JSON.
  if (
    /^(#[^\n]*\n\s*)*(\[{1,2}(?!(?:null|true|false|NaN|Infinity)\])[A-Za-z_][\w.-]*\]{1,2}|[A-Za-z_][\w-]* = \S)/.test(
      text,
    )
  ) {
    return {
      dialect: 'run_config',
      advice:
        'This looks like a run’s configuration in TOML. The rollouts are in the `traces.jsonl` beside it.',
    };
  }
  return null;
}

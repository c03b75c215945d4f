/** A tool definition as canonical text. It refuses to know what a schema means. */
import type { Tool } from '../../model/episode';
import type { Json } from '../../model/json';
import { sortedJson } from './sorted-json';

/** Members that are null say nothing; inside the schema they do. */
export function toolText({ raw }: Pick<Tool, 'raw'>): string {
  const told = Object.entries(raw).filter(([, value]) => value !== null);
  const tool: Json = Object.fromEntries(told);
  return `["t1",${sortedJson(tool)}]`;
}

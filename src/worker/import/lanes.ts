/** Work over a list, a few pieces at a time and in its order; what it is, is nobody's business here. */
export async function inLanes<Item, Value>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item, index: number) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = [];
  const waiting = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of waiting) values[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  return values;
}

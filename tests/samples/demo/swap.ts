/** Two agents trade stamps with each other, each in a trace of its own: three rollouts. */
import type { JsonObject } from '../../../src/model/json';
import { rounded, type Chance } from './chance';
import { Rollout, type DemoTask, type DemoTool, type Seat } from './rollout';

export const SWAP: DemoTask = {
  type: 'SwapTask',
  key: 'swap/stamps',
  data: {
    idx: 4,
    name: 'stamps',
    prompt:
      'Two collectors meet. One wants the blue swan of 1935 and has a pair of lighthouses; the other the reverse. Each has a ' +
      'private opinion of what the stamps are worth. They may talk for six messages and must then agree, or part.',
    buyer_values: { swan: 40, lighthouses: 22 },
    seller_values: { swan: 25, lighthouses: 30 },
  },
};

const TOOLS: readonly DemoTool[] = [
  {
    name: 'offer',
    description: 'Put an offer on the table. The other side may accept it.',
    parameters: {
      give: 'What you give.',
      get: 'What you get.',
      coins: 'Coins you add; negative if you ask for coins.',
    },
  },
  { name: 'accept', description: 'Accept the offer on the table.', parameters: {} },
];

const seat = (name: string): Seat => ({
  name,
  trainable: true,
  model: 'lantern-8b',
  sampling: { temperature: 0.9, max_tokens: 256 },
  harness: 'table',
});

class Side {
  readonly rollout: Rollout;
  #at: number;

  constructor(chance: Chance, start: number, name: string, wish: string) {
    this.rollout = new Rollout(chance, start, SWAP, seat(name), TOOLS);
    this.#at = this.rollout.system(
      `You are the ${name} at a collectors' table. ${wish} Be friendly, and do not say what a stamp is worth to you.`,
    );
  }

  hear(text: string): this {
    this.#at = this.rollout.user(this.#at, text);
    return this;
  }

  say(content: string, reasoning?: string): this {
    this.#at = this.rollout.reply(this.#at, { content, ...(reasoning === undefined ? {} : { reasoning }) });
    return this;
  }

  act(name: string, given: JsonObject, content: string, result: JsonObject): this {
    // The same id in every turn, as some providers do it.
    const asked = this.rollout.reply(this.#at, {
      content,
      tools: [{ id: 'call_0', name, arguments: given }],
    });
    this.#at = this.rollout.tool(asked, 'call_0', JSON.stringify(result), 0.05);
    return this;
  }
}

/** Rewards are shares of the 23 coins that the swap is worth to both together. */
interface Outcome {
  readonly buyer: number;
  readonly seller: number;
  readonly stop: string;
}

function end(sides: readonly [Side, Side], outcome: Outcome): { traces: JsonObject[]; end: number } {
  const [buyer, seller] = sides;
  const traces = [
    buyer.rollout.finish({
      rewards: { surplus: { score: rounded(outcome.buyer / 23, 4), weight: 1 } },
      metrics: { agreed: outcome.stop === 'agreed' ? 1 : 0 },
      stop: outcome.stop,
    }),
    seller.rollout.finish({
      rewards: { surplus: { score: rounded(outcome.seller / 23, 4), weight: 1 } },
      metrics: { agreed: outcome.stop === 'agreed' ? 1 : 0 },
      stop: outcome.stop,
    }),
  ];
  return { traces, end: Math.max(buyer.rollout.now, seller.rollout.now) };
}

function meet(chance: Chance, start: number): [Side, Side] {
  return [
    new Side(chance, start, 'buyer', 'The blue swan is worth 40 coins to you, your pair of lighthouses 22.'),
    new Side(chance, start, 'seller', 'Your blue swan is worth 25 coins to you, a pair of lighthouses 30.'),
  ];
}

function agree(chance: Chance, start: number): { traces: JsonObject[]; end: number } {
  const [buyer, seller] = meet(chance, start);
  const hello =
    'Good morning! I see you have the blue swan of 1935. I have a pair of lighthouses that might please you.';
  const answer =
    'Good morning. The swan is a favourite of mine. The lighthouses are nice, though. What do you propose?';
  const deal = { give: 'a pair of lighthouses', get: 'the blue swan', coins: '5' };
  buyer
    .hear('The other collector sits down. You begin.')
    .say(
      hello,
      'The swan is worth 40 to me and the pair 22, so I gain up to 18 coins by the swap. I start politely.',
    );
  seller
    .hear(hello)
    .say(answer, 'Swan 25, lighthouses 30: even a plain swap gains me 5. I show little haste.');
  buyer
    .hear(answer)
    .act('offer', deal, 'A swap, and five coins for your trouble?', { on_the_table: true })
    .hear('Your offer was accepted.')
    .say('A pleasure. I will take good care of the swan.');
  seller
    .hear(
      'A swap, and five coins for your trouble?\n\n[offer: a pair of lighthouses and 5 coins for the blue swan]',
    )
    .act('accept', {}, 'That is kind. Agreed.', {
      agreed: true,
      you_get: ['a pair of lighthouses', '5 coins'],
    })
    .say('Likewise! Come again.');
  return end([buyer, seller], { buyer: 13, seller: 10, stop: 'agreed' });
}

function part(chance: Chance, start: number): { traces: JsonObject[]; end: number } {
  const [buyer, seller] = meet(chance, start);
  const open = 'I give you two coins for the swan.';
  const refuse = 'Two coins? For the swan of 1935? You are joking.';
  const insist = 'Three, then. It has a crease.';
  const leave = 'It has none. Good day to you.';
  buyer.hear('The other collector sits down. You begin.').say(open, 'I begin very low.');
  seller.hear(open).say(refuse);
  buyer.hear(refuse).say(insist, 'A small step up, and a doubt about its state.');
  seller.hear(insist).say(leave, 'My stamp has no crease. There is nothing to gain here.');
  buyer.hear(leave);
  return end([buyer, seller], { buyer: 0, seller: 0, stop: 'no_deal' });
}

function generous(chance: Chance, start: number): { traces: JsonObject[]; end: number } {
  const [buyer, seller] = meet(chance, start);
  const open = 'What would you like for the swan?';
  const ask = 'The lighthouses and fifteen coins.';
  buyer.hear('The other collector sits down. You begin.').say(open);
  seller.hear(open).say(ask, 'I ask for a lot and see what comes.');
  buyer
    .hear(ask)
    .act('offer', { give: 'a pair of lighthouses', get: 'the blue swan', coins: '15' }, 'Very well.', {
      on_the_table: true,
    });
  seller
    .hear('Very well.\n\n[offer: a pair of lighthouses and 15 coins for the blue swan]')
    .act('accept', {}, '', { agreed: true, you_get: ['a pair of lighthouses', '15 coins'] });
  return end([buyer, seller], { buyer: 3, seller: 20, stop: 'agreed' });
}

export const SWAP_ROLLOUTS: readonly ((
  chance: Chance,
  start: number,
) => { traces: JsonObject[]; end: number })[] = [agree, part, generous];

// How strong the robots of the cast are. The server says which of them sits where, and what they are called.
import { castFaces } from './faces';

export type CastId = keyof typeof castFaces;

export interface CastMember {
  id: CastId;
  bot: string; // how it plays
  level: 1 | 2 | 3 | 4;
}

export const MOST = 4;

const levels: Record<string, { level: CastMember['level']; cast: CastId[] }> = {
  hasard: { level: 1, cast: ['pompon', 'biscotte', 'coco', 'noisette'] },
  debutant: { level: 2, cast: ['fanny', 'theo', 'ines', 'gus'] },
  habitue: { level: 3, cast: ['josette', 'marcel', 'simone', 'roger'] },
  expert: { level: 4, cast: ['amiral', 'awa', 'linh', 'gaspard'] },
};

export const cast: readonly CastMember[] = Object.entries(levels).flatMap(([bot, { level, cast }]) =>
  cast.map((id) => ({ id, bot, level })),
);

// The robots as people: who they are and how strong. The server says which of them sits where.
import { castFaces } from './faces';

export type CastId = keyof typeof castFaces;

export interface CastMember {
  id: CastId;
  name: string; // the same in both languages
  bot: string; // how it plays
  level: 1 | 2 | 3 | 4;
}

export const MOST = 4;

export const cast: readonly CastMember[] = [
  { id: 'pompon', name: 'Pompon', bot: 'hasard', level: 1 },
  { id: 'fanny', name: 'Fanny', bot: 'debutant', level: 2 },
  { id: 'theo', name: 'Théo', bot: 'debutant', level: 2 },
  { id: 'josette', name: 'Josette', bot: 'habitue', level: 3 },
  { id: 'marcel', name: 'Marcel', bot: 'habitue', level: 3 },
  { id: 'amiral', name: 'l’Amiral', bot: 'expert', level: 4 },
  { id: 'awa', name: 'Awa', bot: 'expert', level: 4 },
];

export function castMember(id: string | null): CastMember | null {
  return cast.find((member) => member.id === id) ?? null;
}

// The avatars that a person may choose instead of a monogram, each in a box of 64 × 64, in the inks of the cast.
import type { Face } from './faces';

export const personFaces: Record<string, Face> = {};

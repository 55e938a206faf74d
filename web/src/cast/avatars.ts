// The avatars that a person may choose instead of a monogram, each in a box of 64 × 64, in the inks of the cast.
import type { Avatar } from '../lib/types';
import type { Face } from './faces';

export const personFaces: Record<Avatar, Face> = {
  cup: {
    ground: '#e9c98f',
    drawing: `<path class="l" d="M25 20c-3-4 3-6 0-11M33 20c-3-4 3-6 0-11"/><path class="p" d="M44 30c9-3 12 3 10 8s-8 7-13 6l1-4c4 1 7-1 8-4s-1-4-5-2z"/><path class="p" d="M13 27h32c0 12-5 22-16 22S13 39 13 27z"/><path class="b" d="M14 33.5h30.5l-.8 4H14.6z"/><path class="o" fill="#6b4a32" d="M13 27c6-3.5 26-3.5 32 0-6 3-26 3-32 0z"/><path class="p" d="M10 50h38c-3 5-8 6.5-19 6.5S13 55 10 50z"/>`,
  },
  rooster: {
    ground: '#a9c3dd',
    drawing: `<path class="p" d="M10 68c1-14 6-20 9-28 2-6 1-14 5-19 5-6 16-5 19 2 3 8 0 14 3 22 3 9 8 12 9 23z"/><path class="r" d="M24 22c-4-3-4-9 1-10 0-5 6-7 9-3 4-3 9 0 8 5 4 1 4 6 1 9-6-4-13-4-19-1z"/><path class="g" d="M43 27l11 3.5-11 4.5z"/><path class="r" d="M43 36c4 1 5 5 3.5 9-3 1.5-6-1-6-5z"/><circle cx="35.5" cy="28" r="2.3" fill="#1b2233"/><path class="l" d="M22 45c2 5 6 8 11 9M19 53c3 5 7 8 13 9"/>`,
  },
  fox: {
    ground: '#c9d6c3',
    drawing: `<path class="o" fill="#cf6a2b" d="M12 68c0-9 7-14 12-16h16c5 2 12 7 12 16z"/><path class="p" d="M25 53h14l-7 15z"/><path class="o" fill="#cf6a2b" d="M13 8c6 1 11 5 14 10h10c3-5 8-9 14-10 3 9 2 17-1 23 0 9-9 15-18 21-9-6-18-12-18-21-3-6-4-14-1-23z"/><path class="k" d="M16 13c4 1 6.5 3.5 8 6.5-3 .8-5 2.5-6.5 5-1.5-4-2-8-1.5-11.5zM48 13c-4 1-6.5 3.5-8 6.5 3 .8 5 2.5 6.5 5 1.5-4 2-8 1.5-11.5z"/><path class="p" d="M14.3 33c7-1.5 13 1 17.7 7 4.7-6 10.7-8.5 17.7-7-1.5 8-9.7 13.5-17.7 19-8-5.5-16.2-11-17.7-19z"/><circle cx="24" cy="31" r="2" fill="#1b2233"/><circle cx="40" cy="31" r="2" fill="#1b2233"/><path class="k" d="M28.5 44.5h7L32 49.5z"/>`,
  },
  owl: {
    ground: '#d8c3dc',
    drawing: `<path class="o" fill="#8a6a4a" d="M14 66c-3-10-3-24 0-34 0-8 0-14 1-22 5 1 8 3 10 6 4.5-1.5 9.5-1.5 14 0 2-3 5-5 10-6 1 8 1 14 1 22 3 10 3 24 0 34z"/><path class="p" d="M22 66c-1-9 1-17 10-17s11 8 10 17z"/><path class="l" d="M27 56q2 2 4 0 2 2 4 0M26 61.5q2.5 2 5 0 2.5 2 5 0"/><circle class="p" cx="23.5" cy="31" r="9"/><circle class="p" cx="40.5" cy="31" r="9"/><circle class="g" cx="23.5" cy="31" r="5.2"/><circle class="g" cx="40.5" cy="31" r="5.2"/><circle cx="23.5" cy="31" r="2.6" fill="#1b2233"/><circle cx="40.5" cy="31" r="2.6" fill="#1b2233"/><path class="g" d="M28.5 36h7L32 43.5z"/>`,
  },
  lighthouse: {
    ground: '#a9c3dd',
    drawing: `<path fill="#f7df8e" d="M27 18L2 9v16zM37 18l25-9v16z"/><path class="p" d="M25 24h14l4.5 38h-23z"/><path class="r" d="M24.2 31h15.6l1 8.5H23.2zM22.2 47.5h19.6l1 8.5H21.2z"/><path class="g" d="M27 13.5h10V24H27z"/><path class="l" d="M32 13.5V24"/><path class="r" d="M25 13.5c1-5 3.5-7.5 7-9 3.5 1.5 6 4 7 9z"/><path class="k" d="M22.5 24h19v2.5h-19z"/><path class="b" d="M0 58c6-3 10-3 16 0s10 3 16 0 10-3 16 0 10 3 16 0v12H0z"/>`,
  },
  bicycle: {
    ground: '#b9d3b0',
    drawing: `<circle class="l" cx="17" cy="41" r="11"/><circle class="l" cx="47" cy="41" r="11"/><path class="l" d="M17 30v22M6 41h22M47 30v22M36 41h22"/><path fill="none" stroke="#c0202b" stroke-width="3.2" d="M17 41l8-17h15l-9 17H17zM25 24l6 17M40 24l7 17"/><path class="l" d="M40 24l-2-7h6M25 24l-1.5-4"/><path class="k" d="M18.5 17.5h10v3h-10z"/><circle class="g" cx="31" cy="41" r="3"/>`,
  },
  umbrella: {
    ground: '#f0b9a8',
    drawing: `<path fill="none" stroke="#1b2233" stroke-width="5" d="M32 10v40c0 7 9 7 9 0"/><path fill="none" stroke="#e2a731" stroke-width="2.2" d="M32 10v40c0 7 9 7 9 0"/><path class="b" d="M6 35C7 20 18 11 32 11s25 9 26 24c-4-4-9-4-13 0-4-4-9-4-13 0-4-4-9-4-13 0-4-4-9-4-13 0z"/><path class="p" d="M32 11c-5 5-12 13-13 24 4-4 9-4 13 0zM32 11c5 5 12 13 13 24-4-4-9-4-13 0z"/><path class="l" d="M32 11V6"/>`,
  },
  lemon: {
    ground: '#b9d3b0',
    drawing: `<path class="o" fill="#3f8f5b" d="M34 17c3-8 11-11 19-8-2 8-10 12-19 8z"/><path class="l" d="M35 16.5c5-2 9-3.5 14-5"/><path class="o" fill="#f2cf3d" d="M34 17c12 1 20 9 19 21 1 2 3 4 2 6-1.5 2-4 1.5-6 2-6 9-18 11-27 6-8-5-11-15-7-23 3-7 10-11 17-12z"/><path class="l" d="M21 38c0 6 4 10.5 9 12"/><circle cx="33" cy="30" r=".9" fill="#1b2233"/><circle cx="41" cy="33" r=".9" fill="#1b2233"/><circle cx="36" cy="38" r=".9" fill="#1b2233"/><circle cx="44" cy="41" r=".9" fill="#1b2233"/>`,
  },
  whale: {
    ground: '#f3e3bd',
    drawing: `<path class="l" d="M25 19c0-5-3-8-7-8M25 19c0-5 3-8 7-8"/><path class="b" d="M6 38c0-10 8-17 20-17 14 0 16 12 22 12 2 0 2-3 1-6-4-1-6-4-6-8 4 0 7 1 9 4 2-3 5-4 9-4 0 5-2 8-6 9 2 14-5 26-24 26C14 54 6 48 6 38z"/><path class="p" d="M7 42c9 3 19 3 29-1 2 5 0 10-5 13-13 1-22-4-24-12z"/><path class="l" d="M14 46l1 5M21 47l1 6M28 46.5l1 6"/><circle cx="18" cy="35" r="2.1" fill="#1b2233"/>`,
  },
  balloon: {
    ground: '#a9c3dd',
    drawing: `<path class="l" d="M21 38l5.5 11M43 38l-5.5 11"/><path class="g" d="M32 4c13 0 21 8 21 19 0 9-8 14-13 20H24c-5-6-13-11-13-20C11 12 19 4 32 4z"/><path class="r" d="M32 4c-6 5-9 11-9 19 0 8 2 14 4 20h10c2-6 4-12 4-20 0-8-3-14-9-19z"/><path class="p" d="M32 4c-2 5-3.5 11-3.5 19S29.5 37 30.5 43h3c1-6 2-12 2-20S34 9 32 4z"/><path class="o" fill="#8a5a34" d="M25.5 49h13l-1.5 9.5H27z"/><path class="l" d="M26 53.5h12"/>`,
  },
  clover: {
    ground: '#f3e3bd',
    drawing: `<path fill="none" stroke="#1b2233" stroke-width="5" d="M33 36c1 9 4 16 10 22"/><path fill="none" stroke="#3f8f5b" stroke-width="2.4" d="M33 36c1 9 4 16 10 22"/><path class="o" fill="#3f8f5b" d="M31 30c-8-3-13-8-11-14 2-5 8-5 11-1 3-4 10-4 12 1s-4 11-12 14z"/><path class="o" fill="#3f8f5b" d="M32 31c3-8 8-13 14-11 5 2 5 8 1 11 4 3 4 10-1 12s-11-4-14-12z"/><path class="o" fill="#3f8f5b" d="M31 31c8 3 13 8 11 14-2 5-8 5-11 1-3 4-10 4-12-1s4-11 12-14z"/><path class="o" fill="#3f8f5b" d="M31 31c-3 8-8 13-14 11-5-2-5-8-1-11-4-3-4-10 1-12s11 4 14 12z"/><path fill="none" stroke="#b9d3b0" stroke-width="1.4" d="M31 27v-8M35 31h8M31 35v8M27 31h-8"/>`,
  },
  sun: {
    ground: '#f0b9a8',
    drawing: `<path class="g" d="M32 2l4 9 8-6 0 10 10-2-4 9 10 2-8 6 7 7-10 1 3 10-9-4-2 10-7-7-6 8-3-10-9 5 2-10-10 0 6-8-9-5 9-4-5-9 10 1-1-10 8 5z" /><circle class="g" cx="32" cy="30" r="14.5"/><circle cx="26.5" cy="28.5" r="1.7" fill="#1b2233"/><circle cx="37.5" cy="28.5" r="1.7" fill="#1b2233"/><circle cx="23" cy="33.5" r="2.6" fill="#c0202b" opacity=".3"/><circle cx="41" cy="33.5" r="2.6" fill="#c0202b" opacity=".3"/><path class="l" d="M27 34.5c2.5 3.5 7.5 3.5 10 0"/>`,
  },
};

export const icons = {
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  score: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h4',
  tricks: 'M9 4h10v13H9zM15 20H5V8',
  share: 'M12 15V4M8 7.5l4-4 4 4M5 12v8h14v-8',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  sound: 'M4 10v4h4l5 4V6L8 10zM16.5 9a4.5 4.5 0 010 6',
  person: 'M12 12a4 4 0 100-8 4 4 0 000 8zM4 21c.6-4.5 3.6-7 8-7s7.4 2.5 8 7',
  bot: 'M5 9h14v10H5zM12 9V5M12 4.5h.01M9 13.5h.01M15 13.5h.01M9.5 16.5h5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 100-6 3 3 0 000 6z',
  crown: 'M4 17l-1-9 5 4 4-7 4 7 5-4-1 9zM4 20h16',
  check: 'M5 12.5l4.5 4.5L19 7',
  clockwise: 'M19.5 12a7.5 7.5 0 11-2.2-5.3L20 9.2M20 4v5.2h-5.2',
  counterclockwise: 'M4.5 12a7.5 7.5 0 102.2-5.3L4 9.2M4 4v5.2h5.2',
  download: 'M12 4v11M8 11.5l4 4 4-4M5 20h14',
  offline: 'M3 3l18 18M8.5 15.5a5 5 0 017 0M5.5 12a10 10 0 014-2.4M12 19h.01M18.5 12a10 10 0 00-4.5-2.6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
} as const;

export type IconName = keyof typeof icons;

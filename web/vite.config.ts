import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { makeFonts } from './fonts.ts';
import { serviceWorker } from './serviceWorkerPlugin.ts';

export default defineConfig({
  // Relative addresses: the server writes where the site begins into index.html, so one build serves any base path.
  base: './',
  plugins: [
    svelte(),
    serviceWorker('service-worker.js'),
    { name: 'fonts', config: process.env['VITEST'] ? undefined : makeFonts },
  ],
  build: {
    outDir: '../src/rebelote/server/static',
    emptyOutDir: true,
    // The server's content policy allows files of its own only: no data: addresses.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: { '/api': { target: process.env['REBELOTE_SERVER'] ?? 'http://127.0.0.1:8000', ws: true } },
  },
  test: { include: ['src/**/*.test.ts'], css: { include: /tokens\.css/ } },
});

// Writes sw.js beside the built page: service-worker.js with the files to keep and a digest of all of them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const KEPT = /^(assets\/.+|theme\.js|favicon\.svg|manifest\.webmanifest|icon-192\.png)$/;

export function serviceWorker(source: string): Plugin {
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      const files = builtFiles(folder).filter((path) => KEPT.test(path));
      const digest = createHash('sha256').update(readFileSync(source));
      for (const path of ['index.html', ...files])
        digest.update(path).update(readFileSync(join(folder, path)));
      const text = readFileSync(source, 'utf-8')
        .replace("['__FILES__']", JSON.stringify(files))
        .replace('__VERSION__', digest.digest('hex').slice(0, 12));
      writeFileSync(join(folder, 'sw.js'), text);
    },
  };
}

function builtFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

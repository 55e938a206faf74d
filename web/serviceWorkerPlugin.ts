// Writes sw.js beside the built page: service-worker.js with the files to keep at once, those to keep when they are
// fetched, and a digest of all of them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const KEPT = /^(assets\/.+|theme\.js|favicon\.svg|manifest\.webmanifest|icon-192\.png)$/;

export function serviceWorker(source: string): Plugin {
  let folder = '';
  let first = new Set<string>();
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle(_options, bundle) {
      first = fetchedFirst(bundle);
    },
    closeBundle() {
      const files = builtFiles(folder).filter((path) => KEPT.test(path));
      const digest = createHash('sha256').update(readFileSync(source));
      for (const path of ['index.html', ...files])
        digest.update(path).update(readFileSync(join(folder, path)));
      const text = readFileSync(source, 'utf-8')
        .replace("['__FILES__']", JSON.stringify(files.filter((path) => !isCode(path) || first.has(path))))
        .replace("['__LATER__']", JSON.stringify(files.filter((path) => isCode(path) && !first.has(path))))
        .replace('__VERSION__', digest.digest('hex').slice(0, 12));
      writeFileSync(join(folder, 'sw.js'), text);
    },
  };
}

const isCode = (path: string): boolean => /^assets\/.+\.(js|css)$/.test(path);

/** The scripts and styles of the entries, and what they import at once. */
function fetchedFirst(bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set<string>();
  const follow = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || found.has(name)) return;
    found.add(name);
    chunk.viteMetadata?.importedCss.forEach((style) => found.add(style));
    chunk.imports.forEach(follow);
  };
  Object.values(bundle).forEach((each) => each.type === 'chunk' && each.isEntry && follow(each.fileName));
  return found;
}

function builtFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

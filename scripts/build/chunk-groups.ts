/**
 * The files that many parts of the app share, named by what they hold. A module that fewer parts share stays with the modules of
 * the same parts, as the bundler splits them, so that no page loads much that it does not use. Each count weighs a page's bytes
 * against its number of files: docs/reference/benchmarks.md, "Tried".
 */
export const chunkGroups = [
  // All that a page loads before its first paint (src/main.tsx): whatever else comes with it delays the largest paint.
  {
    name: 'load',
    test: /vite\/preload-helper|\/src\/lib\/(?:loading\/(?:late-import|first-paint|next-task)|page\/leaving)\.|\/src\/config\/paths\.ts$/,
    priority: 6
  },
  {
    name: 'framework',
    test: /\/node_modules\/(?:react|react-dom|react-router|scheduler|swr|i18next|react-i18next|use-sync-external-store|dequal)\//,
    priority: 5
  },
  // What nearly everything loads. The demo and map engines load late; styles and data are no program.
  {
    name: 'common',
    test: /^(?!.*(?:\/common\/demo\/|\/(?:maplibre|mapbox)|pmtiles|\.css|\.json$|\/src\/(?:main|start)\.tsx$))/,
    minShareCount: 40,
    priority: 4
  },
  { name: 'entities', test: /\/src\/(?:entities|types)\//, minShareCount: 8, priority: 3 },
  // Menus open late on every page that a visitor sees first, so they are no part of it.
  {
    name: 'ui',
    test: /\/src\/(?:components\/ui\/(?!menu\.)|lib\/)|\/lucide-react\//,
    minShareCount: 12,
    priority: 2
  },
  { name: 'map', test: /\/src\/components\/map\/(?!\w+-canvas)/, minShareCount: 3, priority: 1 }
]

/**
 * Imports run one way: app -> features -> entities -> components -> lib -> config and types.
 * A feature never imports another feature, an edge function never imports another function, and the embedded stack
 * knows nothing of the single-page app. An entity is imported through its index.
 */
const layers = [
  { name: 'features', path: '^src/features/', mayNotReach: '^src/app/' },
  { name: 'entities', path: '^src/entities/', mayNotReach: '^src/(app|features)/' },
  { name: 'components', path: '^src/components/', mayNotReach: '^src/(app|features|entities)/' },
  { name: 'lib', path: '^src/lib/', mayNotReach: '^src/(app|features|entities|components)/' },
  {
    name: 'config-and-types',
    path: '^src/(config|types)/',
    mayNotReach: '^src/(app|features|entities|components|lib)/'
  }
]

const rules = [
  ...layers.map(({ name, path, mayNotReach }) => ({
    name: `${name}-import-downwards`,
    from: { path },
    to: { path: mayNotReach }
  })),
  {
    name: 'no-feature-imports-another',
    from: { path: '^src/features/([^/]+/[^/]+)/' },
    to: { path: '^src/features/', pathNot: '^src/features/$1/' }
  },
  {
    name: 'entities-are-imported-through-their-index',
    from: { path: '^src/(app|features)/', pathNot: '\\.test\\.tsx?$' },
    to: { path: '^src/entities/', pathNot: '^src/entities/[^/]+/index\\.ts$' }
  },
  {
    name: 'entities-know-each-other-by-their-index',
    from: { path: '^src/entities/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
    to: { path: '^src/entities/', pathNot: ['^src/entities/$1/', '^src/entities/[^/]+/index\\.ts$'] }
  },
  {
    name: 'no-function-imports-another',
    from: { path: '^supabase/functions/([^/_][^/]*)/' },
    to: { path: '^supabase/functions/[^/_][^/]*/', pathNot: '^supabase/functions/$1/' }
  },
  {
    name: 'shared-function-code-imports-no-function',
    from: { path: '^supabase/functions/_shared/' },
    to: { path: '^supabase/functions/[^/_][^/]*/' }
  },
  {
    name: 'the-kernel-knows-nothing-above-it',
    from: { path: '^supabase/functions/_shared/kernel/', pathNot: '_test\\.ts$' },
    to: { path: '^supabase/functions/_shared/', pathNot: '^supabase/functions/_shared/kernel/' }
  },
  {
    name: 'the-http-client-knows-the-kernel-only',
    from: { path: '^supabase/functions/_shared/http-client/' },
    to: { path: '^supabase/functions/_shared/', pathNot: '^supabase/functions/_shared/(http-client|kernel)/' }
  },
  {
    name: 'messages-know-nothing-of-the-region',
    from: { path: '^supabase/functions/_shared/messages/' },
    to: { path: '^supabase/functions/_shared/region/' }
  },
  {
    name: 'the-region-knows-nothing-of-messages',
    from: { path: '^supabase/functions/_shared/region/' },
    to: { path: '^supabase/functions/_shared/messages/' }
  },
  {
    name: 'router-and-place-search-run-in-node-too',
    comment: 'The importer and the benchmarks load them: no kernel, no provider, no Deno.',
    from: { path: '^supabase/functions/_shared/region/(mod\\.ts$|(geometry|routing|places)/)', pathNot: '_test\\.ts$' },
    to: { path: '^supabase/', pathNot: '^supabase/functions/_shared/region/(geometry|routing|places)/' }
  },
  {
    name: 'the-region-has-one-door',
    comment: 'The edge functions take single files, so that their start loads neither router nor place search.',
    from: { pathNot: '^supabase/functions/' },
    to: {
      path: '^supabase/functions/_shared/region/',
      pathNot: '^supabase/functions/_shared/region/(mod|providers/plausible)\\.ts$'
    }
  },
  {
    name: 'phone-numbers-and-colours-are-read-everywhere',
    comment: 'The app, the functions and the scripts load it: no kernel, no Deno, nothing else of the server.',
    from: { path: '^supabase/functions/_shared/(phone|brand)/', pathNot: '_test\\.ts$' },
    to: { path: '^(src|supabase)/', pathNot: '^supabase/functions/_shared/(phone|brand)/' }
  },
  {
    name: 'functions-stand-alone',
    comment: 'A function is deployed without the rest of the repository.',
    from: { path: '^supabase/functions/', pathNot: '_test\\.ts$' },
    to: { path: '^(src|stack|geo|sim|bench|scripts|tests)/' }
  },
  {
    name: 'only-generated-types-cross-from-the-app',
    comment:
      "The stack, the importer and the scripts run without the single-page app. The importer's still pictures are drawn in the map's style; where social networks are is told once.",
    from: { path: '^(stack|geo|scripts)/' },
    to: {
      path: '^src/',
      pathNot: '^src/(components/map/(style|palette)|config/(firm-name|offer)|entities/settings/social)\\.ts$'
    }
  },
  {
    name: 'the-city-is-a-client',
    comment: 'Its people know the API as its types say, and the roads; nothing of the server or of the page.',
    from: { path: '^sim/', pathNot: '\\.test\\.ts$' },
    to: {
      path: '^(src|stack|bench|scripts|tests|supabase)/',
      pathNot: '^(src/types/(database|statuses)\\.ts|supabase/functions/_shared/(phone/|region/mod\\.ts$))'
    }
  },
  {
    name: 'nothing-imports-the-city',
    comment: 'It is a process of its own.',
    from: { pathNot: '^(sim|bench|tests)/' },
    to: { path: '^sim/' }
  },
  {
    name: 'app-imports-nothing-of-the-server',
    from: { path: '^src/', pathNot: '\\.test\\.tsx?$' },
    to: {
      path: '^(stack|geo|sim|bench|scripts|tests|supabase)/',
      pathNot: '^supabase/functions/([^/]+/(contract|consent)\\.ts$|_shared/((phone|brand)/|messages/mail-html\\.ts$))'
    }
  },
  {
    name: 'app-takes-types-of-contracts-only',
    comment:
      'The version of a consent is a value of its own file, which loads nothing. Phone numbers are read, and mails written, by the same code everywhere.',
    from: { path: '^src/' },
    to: {
      path: '^supabase/',
      pathNot: '/consent\\.ts$|/_shared/((phone|brand)/|messages/mail-html\\.ts$)',
      dependencyTypesNot: ['type-only']
    }
  },
  {
    name: 'a-contract-imports-schemas-only',
    comment: 'The app reads its types, so nothing of Deno may stand behind it.',
    from: { path: '^supabase/functions/[^/]+/contract\\.ts$' },
    to: {
      pathNot:
        '^(node_modules/zod/|npm:|zod|supabase/functions/[^/]+/consent\\.ts$|supabase/functions/_shared/(region/geometry/|messages/hook-schemas\\.ts$))'
    }
  },
  {
    name: 'no-circles',
    comment: 'Neither of types nor of modules that load later: a shape that two files need has a file of its own.',
    from: {},
    to: { circular: true }
  },
  {
    name: 'no-missing-modules',
    from: {},
    to: { couldNotResolve: true, pathNot: '^(npm:|@std/|geojson$)' }
  }
]

module.exports = {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|dist-demo|test-results)/|^region/' },
    tsConfig: { fileName: 'tsconfig.app.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css']
    }
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type BuildOptions, defineConfig, type InlineConfig, minifySync, type Plugin } from 'vite'
import { inlineChoice } from './scripts/build/choice.ts'
import { chunkGroups } from './scripts/build/chunk-groups.ts'
import { namedDialogs } from './scripts/build/dialogs.ts'
import { licenceNotices } from './scripts/build/licences.ts'
import { paintedPages } from './scripts/build/pages.ts'
import { sharedTrip } from './scripts/build/shared-trip.ts'
import { partsWithTexts } from './scripts/build/texts.ts'
import { offlineWorker } from './scripts/build/worker.ts'
import { captchaProviderOf, mailCodeLengthOf } from './stack/auth/config.ts'
import { closedFiles, findRegionFile, moreFiles, regionFiles, sendFile } from './stack/web/files.ts'
import { noPayOrigins, readPayOrigins } from './stack/web/pay-origins.ts'
import { placeOf } from './stack/web/place.ts'
import { contentPolicy, headersFile, type PolicyOptions, withoutPolicy, withPolicy } from './stack/web/policy.ts'
import { splitDemo } from './stack/web/split-demo.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const place = placeOf(at('.'))

/** The settings of Auth of which the page is told. */
const authFile = at('./supabase/config.toml')
const authText = readFileSync(authFile, 'utf8')

/**
 * What the embedded stack serves beside the app, for where the app runs without it: the map region, and an empty
 * `env.js`, so that the address and key of the build count.
 */
function beside(folder: string): Plugin {
  return {
    name: 'hackney-beside',
    configureServer({ middlewares }) {
      middlewares.use('/env.js', (_, response) => response.setHeader('content-type', 'text/javascript').end())
      middlewares.use('/region', (request, response, next) => {
        const file = findRegionFile(folder, request.url?.split('?')[0] ?? '/')
        if (file) sendFile(request, response, file, 'no-cache')
        else next()
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'env.js', source: '' })
      const more = moreFiles.filter((name) => existsSync(join(folder, name)))
      for (const name of [...regionFiles, ...more]) {
        if (!existsSync(join(folder, name))) this.error(`${join(folder, name)} is missing; use npm run build`)
        this.emitFile({ type: 'asset', fileName: `region/${name}`, source: readFileSync(join(folder, name)) })
      }
    }
  }
}

/** Inline scripts hold up the first paint, so they come without their comments. */
const withSmallScripts = (html: string) =>
  html.replace(/(<script>)([\s\S]*?)(<\/script>)/g, (_, begin: string, code: string, end: string) => {
    return begin + minifySync('inline.js', code).code.trim() + end
  })

/** Loads each `import()` of a build by src/lib/loading/late-import.ts, in place of Vite's own function. */
const lateImports: Plugin = {
  name: 'hackney-late-imports',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => `export { importLate as __vitePreload } from '@/lib/loading/late-import'`
  }
}

/** What the policy of the build's pages follows from; known once it is configured. */
let policy: PolicyOptions = { apiUrl: null, html: '' }
/** What payment providers need; on the page of a payment alone. */
let pay = noPayOrigins

/** Gives the build its security headers: the policy in the page, which holds anywhere, and all of them in `_headers`. */
function policed(): Plugin {
  return {
    name: 'hackney-policed',
    apply: 'build',
    enforce: 'post',
    configResolved({ env }) {
      const captcha = env.VITE_CAPTCHA_SITE_KEY ? captchaProviderOf(authText, authFile) : null
      policy = { ...policy, apiUrl: env.VITE_SUPABASE_URL || null, captcha }
      pay = readPayOrigins(process.env.PAYMENT_ORIGINS)
    },
    transformIndexHtml: {
      order: 'post',
      handler(written) {
        const html = withSmallScripts(written)
        policy = { ...policy, html }
        return withPolicy(html, contentPolicy(policy))
      }
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile(policy, pay) })
    }
  }
}

const forPayment = (html: string): string => withPolicy(withoutPolicy(html), contentPolicy({ ...policy, pay }))

/** The package's own `exports` lead every bundler to its development build, which checks and warns. */
const router = at('./node_modules/react-router/dist/production')

/** What the programs of the app and of a shared trip have in common. */
const program = (isBuild: boolean) =>
  ({
    plugins: [namedDialogs(at('.')), react(), lateImports, partsWithTexts(at('.'))],
    resolve: {
      alias: [
        { find: '@', replacement: at('./src') },
        ...(isBuild
          ? [
              { find: /^react-router$/, replacement: `${router}/index.mjs` },
              { find: /^react-router\/dom$/, replacement: `${router}/dom-export.mjs` }
            ]
          : [])
      ]
    },
    define: {
      'import.meta.env.MAIL_CODE_LENGTH': String(mailCodeLengthOf(authText, authFile)),
      'import.meta.env.CAPTCHA_PROVIDER': JSON.stringify(captchaProviderOf(authText, authFile))
    },
    build: {
      target: 'es2023',
      sourcemap: true,
      chunkSizeWarningLimit: 2000,
      modulePreload: {
        // A part without dependencies is named, too; Vite would omit it.
        resolveDependencies: (file, files, { hostType }) => (hostType === 'js' && files.length === 0 ? [file] : files)
      }
    } satisfies BuildOptions
  }) satisfies InlineConfig

export default defineConfig(({ command }) => {
  const { plugins, resolve, define, build } = program(command === 'build')
  return {
    plugins: [
      ...plugins,
      tailwindcss(),
      inlineChoice(at('.')),
      beside(place.region),
      policed(),
      licenceNotices(at('.')),
      splitDemo(place),
      sharedTrip(at('.'), place, () => program(true)),
      paintedPages(at('.'), place, forPayment),
      offlineWorker(at('.'), place)
    ],
    resolve,
    define,
    server: { host: '127.0.0.1', port: 5173, strictPort: true, fs: { deny: closedFiles } },
    // The manifest tells the size budgets which files the entry loads.
    build: {
      ...build,
      outDir: place.dist,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } }
    }
  }
})

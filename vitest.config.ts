import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { pgtapFiles } from './tests/db/support/pgtap-plugin.ts'
import { isFull } from './tests/support/full.ts'
import { keepInMemory } from './tests/support/memory.ts'

keepInMemory()

/** Most tests wait more than they work; more workers than processors would only make them late. */
const WORKERS = 2

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) }

/** These turn the clock as the owner of the database; PGlite accepts no connection but the stack's. */
const turnTheClock = ['tests/api/{ride-metered,attacks-trails,attacks-lies}.test.ts']

/**
 * What only PGlite can show: its one session, which serves everyone in turn, its types of values, its notifications. All
 * else is the same SQL and the same service on PostgreSQL, which is also the reference for rights, because PGlite runs
 * everything as a superuser.
 */
const ownToPglite = [
  'tests/api/{hostile,ride}.test.ts',
  'tests/api/auth/{codes,sessions}.test.ts',
  'tests/api/realtime/product.test.ts',
  'tests/api/rest/rest.test.ts',
  'tests/api/storage/objects.test.ts'
]

/** What only the embedded stack promises, because it is stricter than Supabase; a project elsewhere answers differently. */
const onlyEmbedded = ['tests/api/embedded/**']

const isOnPglite = process.env.HACKNEY_TEST_DB === 'pglite'

/**
 * `web` runs in a simulated browser, `node` on Node, `contract` holds documents against the code, `database` runs on a
 * PostgreSQL of its own, `api` against a running stack, `operation` starts and kills whole stacks.
 */
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [react()],
        resolve: { alias },
        // A simulated browser for each worker, with globals of its own for each file: making one for each takes ten times as long.
        test: {
          name: 'web',
          environment: 'jsdom',
          pool: 'vmThreads',
          include: ['src/**/*.test.{ts,tsx}', 'tests/office/*.test.tsx'],
          maxWorkers: WORKERS,
          // Whole pages are filled in, while other suites use the processor.
          testTimeout: 60_000,
          hookTimeout: 60_000
        }
      },
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{stack,geo,sim,bench,scripts}/**/*.test.ts'],
          maxWorkers: WORKERS,
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 120_000
        }
      },
      {
        test: {
          name: 'contract',
          environment: 'node',
          include: ['tests/contract/**/*.test.ts'],
          maxWorkers: WORKERS,
          // One of them reads every test file of the repository.
          testTimeout: 60_000,
          hookTimeout: 120_000
        }
      },
      {
        plugins: [pgtapFiles],
        test: {
          name: 'database',
          environment: 'node',
          include: ['tests/db/*.{sql,test.ts}', 'supabase/tests/*.sql'],
          globalSetup: ['tests/db/support/global.ts'],
          // A worker and its database serve one file after the other; what a file does it rolls back or cleans up.
          maxWorkers: WORKERS,
          isolate: false
        }
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: isOnPglite && !isFull ? ownToPglite : ['tests/api/**/*.test.ts'],
          // Real sockets and clocks on a machine that others use, too; the log names what was repeated.
          retry: 1,
          exclude: [...(isOnPglite ? turnTheClock : []), ...(process.env.SUPABASE_URL ? onlyEmbedded : [])],
          globalSetup: ['tests/support/global-stack.ts'],
          setupFiles: ['tests/support/no-failures.ts'],
          // Each worker has a stack with one driver near Vaduz, for one file after the other.
          maxWorkers: process.env.SUPABASE_URL ? 1 : WORKERS,
          testTimeout: 60_000,
          hookTimeout: 120_000
        }
      },
      {
        test: {
          name: 'operation',
          environment: 'node',
          include: ['tests/operation/**/*.test.ts'],
          retry: 1,
          // Each starts whole stacks and kills them.
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 180_000
        }
      }
    ]
  }
})

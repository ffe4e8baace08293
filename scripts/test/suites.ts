import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isFull } from '../../tests/support/full.ts'
import {
  add,
  type Counts,
  failedInPlaywright,
  failedInVitest,
  fromJunit,
  fromPlaywright,
  fromVitest,
  none
} from './counts.ts'
import type { CpuMeter } from './cpu.ts'
import type { Machine } from './machine.ts'
import { root, run } from './process.ts'

export interface Context {
  machine: Machine
  /** Path of the file for the suite's output. */
  log: string
  /** Path of the file for the test runner's own report. */
  report: string
  /** Measures what the suite runs; null where the system cannot. */
  cpu: CpuMeter | null
}

export interface Suite {
  name: string
  about: string
  /** Suites that have to end first. */
  after?: string[]
  /** What the suite needs for itself. */
  holds?: string
  /** Which of the `STORY_PARTS` parts of the stories this is, from 1. */
  part?: number
  /** Why this machine cannot run the suite; null if it can. */
  cannotRun?(machine: Machine): string | null
  run(context: Context): Promise<Counts>
  /**
   * Runs the failed tests of `run` once more, from its report; null if they cannot be told. What only missed a time limit
   * beside other suites passes; a fault fails again.
   */
  again?(context: Context): Promise<Counts | null>
}

const MINUTE = 60_000
/** Number of parts of the browser's stories, each with a quarter of the files. */
const STORY_PARTS = 4
/** Time after which a run that was not asked for certain suites begins no further part of the stories (ms). */
export const LAST_STORIES = 32 * MINUTE
/** Time after which a suite counts as hanging and is ended (ms); long enough for a slow machine. */
const LIMIT = (isFull ? 180 : 85) * MINUTE
/** More failed tests of a suite than this have a cause of their own: they do not run a second time. */
export const SECOND_TRIES = 5
/** Time after which an ordinary run gives no second try (ms). */
export const LAST_SECOND_TRY = 75 * MINUTE

const noPostgres = ({ postgres }: Machine) => (postgres === null ? 'no PostgreSQL with PostGIS' : null)
const noChromium = ({ chromium }: Machine) => (chromium === null ? 'no Chromium' : null)

/** Runs commands one after the other, each counted as one test; a failure does not stop the next. */
async function each({ log, cpu }: Context, commands: string[][]): Promise<Counts> {
  let counts = none
  for (const [command = '', ...args] of commands) {
    const isFine = (await run({ command, args, log, cpu, timeout: 10 * MINUTE })) === 0
    const passed = isFine ? 1 : 0
    counts = add(counts, { passed, failed: 1 - passed, skipped: 0, kinds: { checks: passed } })
  }
  return counts
}

/** Runs a test runner and reads its report; an exit code that the report does not explain counts as a failure. */
async function counted(
  { log, report, cpu }: Context,
  command: string[],
  read: (report: string) => Counts,
  options: { env?: NodeJS.ProcessEnv } = {}
): Promise<Counts> {
  const [name = '', ...args] = command
  rmSync(report, { force: true })
  const code = await run({ command: name, args, log, cpu, timeout: LIMIT, ...(options.env && { env: options.env }) })
  const counts = read(readFileSync(report, 'utf8'))
  if (code !== 0 && counts.failed === 0) return add(counts, { ...none, failed: 1 })
  if (counts.passed + counts.failed === 0) throw new Error('it ran no test')
  return counts
}

const vitest = (projects: string[], report: string, files: string[] = []) => [
  'vitest',
  'run',
  ...projects.flatMap((project) => ['--project', project]),
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...files
]

/** Runs vitest's projects. */
function projects(names: string[], env: NodeJS.ProcessEnv = {}): Required<Pick<Suite, 'run' | 'again'>> {
  const play = (context: Context, files?: string[]) =>
    counted(context, vitest(names, context.report, files), fromVitest, { env })
  return {
    run: play,
    again: async (context) => {
      const files = failedInVitest(readFileSync(context.report, 'utf8'))
      return files.length > 0 ? await play(context, files) : null
    }
  }
}

/**
 * TypeScript 7 takes a third of the time of 6, which stays for the tools that need its API (dependency-cruiser). By path,
 * since both call their program `tsc`; each further checker would check the shared types again.
 */
const types = (project: string) => [
  'node',
  'node_modules/typescript7/bin/tsc',
  '--checkers',
  '1',
  '-p',
  `tsconfig.${project}.json`
]

interface Stories {
  name: string
  about: string
  args: string[]
  part?: number
}

function browser(database: 'native' | 'pglite', { args, ...suite }: Stories): Suite {
  const play = (context: Context, options: string[]) =>
    counted(context, ['playwright', 'test', ...options], fromPlaywright, {
      env: {
        HACKNEY_TEST_DB: database,
        HACKNEY_CHROMIUM: context.machine.chromium ?? '',
        PLAYWRIGHT_JSON_OUTPUT_NAME: context.report
      }
    })
  return {
    ...suite,
    after: ['build'],
    // Two browser suites have four browsers and stacks, in which stories miss their time limits.
    holds: 'browsers',
    cannotRun: (machine) => noChromium(machine) ?? (database === 'native' ? noPostgres(machine) : null),
    run: (context) => play(context, args),
    again: async (context) => {
      const failed = failedInPlaywright(readFileSync(context.report, 'utf8'))
      // A failed test of one project may run in the other, too: that is no harm.
      const places = [...new Set(failed.map(({ place }) => place))]
      const names = [...new Set(failed.map(({ project }) => `--project=${project}`))]
      return places.length > 0 ? await play(context, [...places, ...names]) : null
    }
  }
}

/** Parts of the stories on PostgreSQL: 1 and 2 are mostly played on a desktop, 3 and 4 on a phone. */
const stories = (...parts: number[]): Suite[] =>
  parts.map((part) =>
    browser('native', {
      name: `browser on PostgreSQL ${part}`,
      about: `stories on a desktop and on a phone, with accessibility checks: part ${part} of ${STORY_PARTS}`,
      args: [`--shard=${part}/${STORY_PARTS}`, `--output=test-results/browser-native-${part}`],
      part
    })
  )

/** A full run is judged as a whole, such as whether each dialog was opened. */
const allStories = browser('native', {
  name: 'browser on PostgreSQL',
  about: 'all stories on a desktop and on a phone, with accessibility checks',
  args: []
})

function api(database: 'native' | 'pglite'): Suite {
  return {
    name: `api on ${database === 'native' ? 'PostgreSQL' : 'PGlite'}`,
    about: 'the ride and hostile clients through supabase-js',
    cannotRun: database === 'native' ? noPostgres : () => null,
    ...projects(['api'], { HACKNEY_TEST_DB: database })
  }
}

/**
 * All suites in the order of starting: the longest first, so that both lanes end at about the same time. Nearly all of one
 * lane are the stories, which need the build.
 */
export const suites: Suite[] = [
  {
    name: 'build',
    about: 'the production build and its size',
    run: (context) => each(context, [['vite', 'build'], ['size-limit']])
  },
  ...(isFull ? [allStories] : stories(1, 2)),
  {
    name: 'database',
    about: 'every function and policy (pgTAP), and the generated types and pages of it',
    cannotRun: (machine) => noPostgres(machine) ?? (machine.hasTestExtensions ? null : 'no pgTAP or plpgsql_check'),
    run: async (context) => {
      const tests = await counted(context, vitest(['database'], context.report), fromVitest)
      const generated = await each(context, [['node', 'scripts/generate-types.ts', '--check']])
      return add(tests, generated)
    }
  },
  ...(isFull ? [] : stories(3, 4)),
  {
    name: 'operation',
    about: "the Supabase CLI, kill -9 while writing, a database of one's own",
    // Some serve the built app.
    after: ['build'],
    ...projects(['operation'])
  },
  api('native'),
  {
    name: 'unit',
    about: 'the app, the stack, the importer, the scripts and the documents (vitest)',
    ...projects(['web', 'node', 'contract'])
  },
  browser('pglite', {
    name: 'browser on PGlite',
    about: 'the ride in two browsers; pages look the same on either database',
    args: ['ride']
  }),
  {
    name: 'check',
    about: 'format, lint, types, import rules, unused code, spelling, subjects of commits',
    run: (context) =>
      each(context, [
        ['biome', 'ci', '--colors=off'],
        types('app'),
        types('node'),
        types('worker'),
        ['depcruise', 'src', 'stack', 'geo', 'sim', 'bench', 'scripts', 'tests', 'supabase/functions'],
        ['knip'],
        ['node', 'scripts/schema/layout.ts'],
        ['squawk', 'supabase/schemas/*/*/*.sql'],
        ['node', 'scripts/write-migrations.ts', '--check'],
        ['node', 'scripts/commit-rule.ts'],
        ['cspell', 'lint', '--no-progress'],
        ['deno', 'fmt', '--check', 'supabase/functions'],
        ['deno', 'lint', 'supabase/functions'],
        ['deno', 'check', 'supabase/functions']
      ])
  },
  api('pglite'),
  {
    name: 'functions',
    about: 'the edge functions (deno test)',
    run: (context) =>
      counted(
        context,
        [
          'deno',
          'test',
          // The suite `check` has checked the types.
          '--no-check',
          '-A',
          '--no-prompt',
          `--junit-path=${context.report}`,
          'supabase/functions',
          'supabase/functions/_shared'
        ],
        fromJunit
      )
  }
]

export const logFolder = join(root, 'test-results', 'logs')

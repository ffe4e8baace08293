import type { TestProject } from 'vitest/node'
import { freePort } from '../../../scripts/catalogue.ts'
import { prepareMachine } from '../../../scripts/test/machine.ts'
import { copyTemplate, makeTemplate, openFolder, removeFolder } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URLs of the databases, one for each worker. */
    databases: string[]
    /** The folder from which a test file copies a cluster of its own. */
    template: string
  }
}

/** Ends the run before any test. Our own errors say what to do, so they are printed without a stack. */
function complain(error: unknown): never {
  console.error(error instanceof Error && error.cause === undefined ? error.message : error)
  process.exit(1)
}

/** Installs missing programs if possible, and makes a database for each worker. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  prepareMachine(true, 'database')
  const template = await makeTemplate().catch(complain)
  const folders: string[] = []
  const stops: (() => Promise<void>)[] = []
  const databases: string[] = []
  for (let worker = 0; worker < project.config.maxWorkers; worker += 1) {
    const folder = copyTemplate(template)
    folders.push(folder)
    const { database } = await openFolder(folder, await freePort(), false)
    stops.push(() => database.stop())
    databases.push(database.url ?? '')
  }
  project.provide('databases', databases)
  project.provide('template', template)
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
    for (const folder of [template, ...folders]) removeFolder(folder)
  }
}

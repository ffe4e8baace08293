/** A task of a run; it may have to wait for others. */
export interface Task {
  name: string
  /** Names of tasks that have to end first, if they run at all. */
  after?: readonly string[]
  /** What the task needs for itself: tasks that share it never run at the same time. */
  holds?: string
}

/**
 * The selected tasks and their prerequisites, in the order of `tasks`. Prerequisites are separate tasks because two suites that
 * need a build would otherwise create it at the same time, in the same folder.
 */
export function withNeeds<T extends Task>(tasks: readonly T[], chosen: readonly T[]): T[] {
  const needed = tasks.filter((task) => chosen.includes(task) || chosen.some(({ after }) => after?.includes(task.name)))
  return needed.length === chosen.length ? needed : withNeeds(tasks, needed)
}

/**
 * Runs tasks in their order, at most `lanes` at the same time. While a task waits for others, the next ones start.
 *
 * @returns the results of `work`, in the order of the tasks
 */
export async function runQueue<T extends Task, R>(
  tasks: readonly T[],
  lanes: number,
  work: (task: T) => Promise<R>
): Promise<R[]> {
  const results = new Map<T, R>()
  const waiting = [...tasks]
  const open = new Set(tasks.map(({ name }) => name))
  const running = new Set<Promise<void>>()
  const held = new Set<string | undefined>()
  const mayBegin = ({ after = [], holds }: T) =>
    !after.some((name) => open.has(name)) && !(holds !== undefined && held.has(holds))
  while (results.size < tasks.length) {
    const next = waiting.find(mayBegin)
    if (next && running.size < lanes) {
      waiting.splice(waiting.indexOf(next), 1)
      held.add(next.holds)
      const done: Promise<void> = work(next).then((result) => {
        results.set(next, result)
        open.delete(next.name)
        held.delete(next.holds)
        running.delete(done)
      })
      running.add(done)
    } else if (running.size > 0) await Promise.race(running)
    else throw new Error(`These wait for each other: ${waiting.map(({ name }) => name).join(', ')}`)
  }
  return tasks.map((task) => results.get(task) as R)
}

/** The strongly connected components of a graph: within one, each node can be reached from every other. */
export interface StrongComponents {
  /** Per node: number of its component. */
  component: Int32Array
  /** Per component: the number of its nodes. */
  sizes: readonly number[]
}

/**
 * Finds the strongly connected components of a graph whose nodes are road edges and whose arcs are turns.
 *
 * @param start the arcs of node n have the indexes from start[n] to start[n + 1] - 1
 * @param to per arc: the node to which it leads
 */
export function strongComponents(count: number, start: Uint32Array, to: Uint32Array): StrongComponents {
  return new Components(count, start, to)
}

/** Finds all strongly connected components (Tarjan's algorithm, with an explicit stack instead of recursion). */
class Components {
  /** Per node: number of its component. */
  readonly component: Int32Array
  readonly sizes: number[] = []
  readonly #start: Uint32Array
  readonly #order: Int32Array
  readonly #low: Int32Array
  readonly #cursor: Uint32Array
  readonly #path: number[] = []
  readonly #open: number[] = []
  #clock = 0

  constructor(count: number, start: Uint32Array, to: Uint32Array) {
    this.#start = start
    this.#order = new Int32Array(count).fill(-1)
    this.#low = new Int32Array(count)
    this.component = new Int32Array(count).fill(-1)
    this.#cursor = new Uint32Array(count)
    for (let root = 0; root < count; root++) {
      if (this.#order[root] !== -1) continue
      this.#enter(root)
      while (this.#path.length > 0) this.#step(to)
    }
  }

  /** Follows the next arc of the current node, or backtracks. */
  #step(to: Uint32Array): void {
    const node = this.#path.at(-1) as number
    const arc = this.#cursor[node] as number
    if (arc === (this.#start[node + 1] as number)) {
      this.#leave(node)
      return
    }
    this.#cursor[node] = arc + 1
    const next = to[arc] as number
    if (this.#order[next] === -1) this.#enter(next)
    else if (this.component[next] === -1) this.#lower(node, this.#order[next] as number)
  }

  #enter(node: number): void {
    this.#order[node] = this.#low[node] = this.#clock++
    this.#cursor[node] = this.#start[node] as number
    this.#path.push(node)
    this.#open.push(node)
  }

  #leave(node: number): void {
    this.#path.pop()
    const parent = this.#path.at(-1)
    if (parent !== undefined) this.#lower(parent, this.#low[node] as number)
    if (this.#low[node] !== this.#order[node]) return
    let size = 0
    for (let member = this.#open.pop(); member !== undefined; member = this.#open.pop()) {
      this.component[member] = this.sizes.length
      size++
      if (member === node) break
    }
    this.sizes.push(size)
  }

  #lower(node: number, order: number): void {
    this.#low[node] = Math.min(this.#low[node] as number, order)
  }
}

/**
 * Marks the largest strongly connected component of a graph whose nodes are road edges and whose arcs are turns: from
 * each of its edges every other one can be reached. (Tarjan, with a stack of its own instead of recursion.)
 *
 * @param start arcs of node n are start[n] .. start[n + 1]
 * @returns 1 for each member
 */
export function strongestComponent(count: number, start: Uint32Array, to: Uint32Array): Uint8Array {
  const order = new Int32Array(count).fill(-1)
  const low = new Int32Array(count)
  const component = new Int32Array(count).fill(-1)
  const cursor = new Uint32Array(count)
  const path: number[] = []
  const open: number[] = []
  const sizes: number[] = []
  let clock = 0

  for (let root = 0; root < count; root++) {
    if (order[root] !== -1) continue
    enter(root)
    while (path.length > 0) {
      const node = path.at(-1) ?? 0
      const arc = cursor[node] ?? 0
      if (arc < (start[node + 1] ?? 0)) {
        cursor[node] = arc + 1
        const next = to[arc] ?? 0
        if (order[next] === -1) enter(next)
        else if (component[next] === -1) low[node] = Math.min(low[node] ?? 0, order[next] ?? 0)
      } else leave(node)
    }
  }

  let largest = 0
  sizes.forEach((size, id) => {
    if (size > (sizes[largest] as number)) largest = id
  })
  return Uint8Array.from(component, (id) => (id === largest ? 1 : 0))

  function enter(node: number): void {
    order[node] = low[node] = clock++
    cursor[node] = start[node] ?? 0
    path.push(node)
    open.push(node)
  }

  function leave(node: number): void {
    path.pop()
    const parent = path.at(-1)
    if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[node] ?? 0)
    if (low[node] !== order[node]) return
    let size = 0
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      component[member] = sizes.length
      size++
      if (member === node) break
    }
    sizes.push(size)
  }
}

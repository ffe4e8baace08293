/** Whether this browser has WebGL; without it the map library is not downloaded. */
export const mayHaveWebGl = () => 'WebGL2RenderingContext' in globalThis

/** Whether it can draw a map at all. */
export function hasWebGl(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}

/** Whether this browser knows WebGL 2; if not, the map library is not downloaded. */
export const mayHaveWebGl = () => 'WebGL2RenderingContext' in globalThis

/** Whether this browser can really draw with WebGL. */
export function hasWebGl(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}

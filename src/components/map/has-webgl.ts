/** Whether this browser supports WebGL 2. If it does not, the map library is not downloaded. */
export const mayHaveWebGl = () => 'WebGL2RenderingContext' in globalThis

/**
 * Whether this device can really draw with WebGL. A browser that supports WebGL may fail, for example without a graphics
 * driver.
 */
export function hasWebGl(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}

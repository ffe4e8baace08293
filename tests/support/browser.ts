import type { LaunchOptions } from '@playwright/test'
import { findChromium } from '../../scripts/test/machine.ts'

/**
 * Options for the system's Chromium. Without a graphics card, software rendering draws the maps, which takes four times the CPU
 * time of everything else in a page.
 */
export const launchOptions: LaunchOptions = {
  executablePath: findChromium() ?? 'chromium',
  args: [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-gpu-rasterization',
    '--disable-gpu-compositing',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])
  ]
}

/** Runs in a page before other scripts: disables WebGL. */
export const withoutWebGl = () => {
  for (const Canvas of [HTMLCanvasElement, OffscreenCanvas]) {
    const getContext = Canvas.prototype.getContext as (...args: unknown[]) => unknown
    Canvas.prototype.getContext = function (this: unknown, ...args: unknown[]) {
      return String(args[0]).startsWith('webgl') ? null : getContext.apply(this, args)
    } as never
  }
}

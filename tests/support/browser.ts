import type { LaunchOptions } from '@playwright/test'
import { findChromium } from '../../scripts/test/machine.ts'

/** Chromium as the system installed it; the map draws by software, since a test machine has no graphics card. */
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
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])
  ]
}

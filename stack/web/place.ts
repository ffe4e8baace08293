import { dirname, join } from 'node:path'

/** Where a build reads the map region, and where it writes. */
export interface Place {
  /** Folder with the map region. */
  region: string
  dist: string
  /** Folder to which the build moves the demo's part of the app. Only the stack serves it: other hosts get `dist/` alone. */
  demo: string
}

/** The environment variable with the folder of a build that is not the project's: that of a firm. */
export const buildFolder = 'HACKNEY_BUILD_FOLDER'

const placeIn = (folder: string): Place => ({
  region: join(folder, 'region'),
  dist: join(folder, 'dist'),
  demo: join(folder, 'dist-demo')
})

/** The place of the build whose pages show this region: beside it, for the project's region in the project. */
export const placeBeside = (region: string): Place => placeIn(dirname(region))

/** The place of the build that runs now. @param root the project's root */
export const placeOf = (root: string): Place => placeIn(process.env[buildFolder] ?? root)

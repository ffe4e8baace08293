/** The region in the folder data/, with the values that the importer determines from the file. */
export const LIECHTENSTEIN = {
  name: 'Liechtenstein',
  bbox: [9.4716, 47.0484, 9.6357, 47.2706] as [number, number, number, number],
  center: [9.5228, 47.1393] as [number, number]
}

export const DEFAULT_INPUT: string
export const DEFAULT_OUT: string
export function fingerprint(input?: string): { input_sha256: string; importer_sha256: string }
export function isRegionCurrent(input?: string, out?: string): boolean
export function optionsBefore(input: string, out?: string): string[]
export function planRegion(options?: { asked?: string | undefined; out?: string }): { input?: string; say?: string }
export function whyNoTests(out?: string): string | null

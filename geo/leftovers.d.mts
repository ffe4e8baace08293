export const REGION_FILES: string[]
export const STILL_FILES: string[]
export const TOWN_FILE: string
export const SOURCE_FILE: string
export function foreignIn(folder: string): string | undefined
export function bringBack(target: string): void
export function removeLeftovers(target: string): void
export function removeRegion(folder: string): void
export function removeLock(folder: string): void
export function isRunning(pid: number): boolean

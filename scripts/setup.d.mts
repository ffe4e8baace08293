/** Whether node_modules matches the lock file. */
export function isInstalled(lockPath?: string, modules?: string): boolean

/** Whether node_modules holds what the lock file names. */
export function isInstalled(lockPath?: string, modules?: string): boolean

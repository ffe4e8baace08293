export const loadSetup = async () => (await import('./page')).SetupPage

export const loadSetupCard = async () => (await import('./components/setup-card')).SetupCard

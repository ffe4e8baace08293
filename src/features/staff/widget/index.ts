export const loadWidget = async () => (await import('./page')).WidgetPage

export const loadWidget = async () => (await import('./components/widget-page')).WidgetPage

export { NotificationsPage } from './page'

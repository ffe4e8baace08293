export { MessagesPage } from './page'

export { AuditPage } from './page'

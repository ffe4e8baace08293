export { AuditTable } from './audit-table'

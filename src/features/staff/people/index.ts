const loadLists = () => import('./page')
const loadPages = () => import('./person-page')

/** Loads the pages about people. Only the pages of one person load forms. */
export const loadPeople = {
  riders: async () => (await loadLists()).RidersPage,
  drivers: async () => (await loadLists()).DriversPage,
  fleetAdmins: async () => (await loadLists()).FleetAdminsPage,
  admins: async () => (await loadLists()).AdminsPage,
  rider: async () => (await loadPages()).RiderPage,
  driver: async () => (await loadPages()).DriverPage,
  fleetAdmin: async () => (await loadPages()).FleetAdminPage,
  admin: async () => (await loadPages()).AdminPage
}

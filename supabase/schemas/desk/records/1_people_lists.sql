-- Lists of people for staff, with contacts masked while demo mode is on.

create index profiles_name on public.profiles (lower(first_name || ' ' || last_name), id);
create index profiles_names on public.profiles
  using gin (app.folded(first_name || ' ' || last_name) extensions.gin_trgm_ops);
create index profiles_emails on public.profiles using gin (lower(email) extensions.gin_trgm_ops);
create index profiles_digits on public.profiles
  using gin (regexp_replace(mobile, '[^0-9]', '', 'g') extensions.gin_trgm_ops);
create index profiles_unapproved on public.profiles (created_at desc, id) where not approved;
create index drivers_plates on public.drivers using gin (app.compact(vehicle_number) extensions.gin_trgm_ops);

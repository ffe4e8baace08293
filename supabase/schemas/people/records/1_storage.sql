-- Storage buckets and their policies.

-- File types are limited for a whole bucket: a policy cannot check the type of one path, because it runs before the
-- type is known. So a person could store a PDF as their profile picture in `users`; the page then shows their initials.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('regions', 'regions', false, null, null),
  ('cartypes', 'cartypes', true, 5242880, '{image/png,image/jpeg,image/webp,image/svg+xml}'),
  -- `company` allows no SVG, because an SVG can contain scripts, and the logo is on every page.
  ('company', 'company', true, 5242880, '{image/png,image/jpeg,image/webp}'),
  ('users', 'users', false, 10485760, '{image/png,image/jpeg,image/webp,application/pdf}'),
  ('bookings', 'bookings', false, 10485760, '{image/png,image/jpeg,image/webp}'),
  ('shifts', 'shifts', false, 10485760, '{image/png,image/jpeg,image/webp}')
on conflict (id) do nothing;

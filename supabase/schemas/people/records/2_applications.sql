-- Applications of drivers: the page on which an applicant waits for approval reads the state of the application and
-- submits missing documents with the functions in this file.

create table app.applications (
  id uuid primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default app.now()
);
call app.describe('app.applications', $$
  Completed sign-up forms of drivers, with the person who applied. Deleted after 90 days.
  id: The id of the sign-up form (app.sign_ups). The form itself is deleted earlier.
$$);

create index applications_user_id on app.applications (user_id);

-- Indexes the id as text, because the name of a broadcast topic contains it as text, which is never cast to uuid.
create index applications_topic on app.applications ((id::text));

alter table app.applications enable row level security;

create type public.driver_application as (state text, car_missing text[], papers jsonb);
comment on type public.driver_application is
  'State of a driver''s application. state: waiting, approved or refused; car_missing: names of columns of drivers '
  'that are still empty; papers: [{kind, status, expires_on, created_at, note, unreadable}] as in driver_documents.';

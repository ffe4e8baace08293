-- People: one profile per account, an additional row for drivers, and the functions that identify the caller.

create function app.unsuspended_caller() returns public.profiles
language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  if not v_me.approved then perform app.refuse_suspended(v_me); end if;
  return v_me;
end $$;
comment on function app.unsuspended_caller() is
  'The caller''s profile, even if approval is pending: for editing the profile, submitting documents and deleting the '
  'account. '
  'Errors: as caller(), account_suspended.';

create function app.driver_row(me public.profiles) returns public.drivers
language plpgsql stable security definer set search_path = '' as $$
declare v_driver public.drivers;
begin
  select d.* into v_driver from public.drivers d where d.id = (me).id;
  if (me).usertype <> 'driver' or v_driver.id is null then
    perform app.refuse('not_a_driver', 403, 'Only drivers can do this');
  end if;
  return v_driver;
end $$;

-- Returns the calling driver. One query checks everything, to be fast when many drivers compete for an offer. Only if
-- this query finds no driver, separate checks run to find which error to return.
create function app.me_as_driver() returns public.drivers
language plpgsql stable security definer set search_path = '' as $$
declare v_driver public.drivers;
begin
  perform app.refuse_casts();
  select d.* into v_driver from public.drivers d join public.profiles p on p.id = d.id
  where d.id = auth.uid() and p.usertype = 'driver' and p.approved and p.deleted_at is null and app.has_session();
  if found then return v_driver; end if;
  return app.driver_row(app.me());
end $$;
comment on function app.me_as_driver() is
  'The caller''s driver row. '
  'Errors: must_login, not_logged_in, account_suspended, require_approval, not_a_driver.';

-- Staff roles: what an admin of each role may do, stored as rows.

create function app.require_editor(permission text) returns public.profiles
language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.require_permission(require_editor.permission);
begin
  perform app.require_edits();
  return v_me;
end $$;
comment on function app.require_editor is
  'Like app.require_permission, but also refuses in a demo. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode.';

create function app.require_staff(permission text) returns public.profiles
language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.me();
begin
  if not app.is_staff(v_me.usertype) then
    perform app.refuse('not_allowed', 403, 'Only admins and fleet admins can do this');
  end if;
  perform app.check_permission(v_me, require_staff.permission);
  return v_me;
end $$;
comment on function app.require_staff is
  'Returns the caller''s profile. Admits fleet admins, and admins whose role has the permission. '
  'Errors: must_login, account_suspended, not_allowed.';

-- Staff members must never decide about their own money.
create function app.refuse_own(me public.profiles, user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (me).id = refuse_own.user_id then
    perform app.refuse('not_allowed', 403, 'Another admin has to do this for you');
  end if;
end $$;

-- Guards: the settings that make it take two people, or two factors. Once set, lowering one waits for a day or for a
--         second person; otherwise one owner could empty a limit, use that, and set it again.
-- Access: a trigger on settings holds a lowering back; admins who may change settings read, confirm and cancel it
-- Tests:  tests/db/guards.sql

-- Applies a value and takes that back, so that the constraints of the settings judge it before it waits.
create function app.check_guard(name text, value text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('app.guard', 'on', true);
  begin
    execute format('update public.settings set %I = %L where id = 1', check_guard.name, check_guard.value);
    raise sqlstate 'RB000';
  exception when sqlstate 'RB000' then null;
  end;
  perform set_config('app.guard', '', true);
end $$;

create function app.apply_guard(change app.guard_changes) returns void
language plpgsql security definer set search_path = '' as $$
declare v_before jsonb := (select to_jsonb(s) -> (change).name from public.settings s where s.id = 1);
begin
  perform set_config('app.guard', 'on', true);
  execute format('update public.settings set %I = %L where id = 1', (change).name, (change).value);
  perform set_config('app.guard', '', true);
  delete from app.guard_changes g where g.name = (change).name;
  perform app.audit('apply_guard', 'settings', '1', jsonb_build_object((change).name, v_before),
    jsonb_build_object((change).name, (change).value, 'asked_by', (change).asked_by));
end $$;

create function app.apply_guard_changes() returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_change app.guard_changes;
  v_count integer := 0;
begin
  if not exists (select 1 from app.guard_changes g where g.asked_at <= app.now() - app.guard_wait()) then
    return 0;
  end if;
  -- Locks the settings before the change, as update_settings does, so that the two cannot deadlock.
  perform 1 from public.settings s where s.id = 1 for no key update;
  for v_change in select g.* from app.guard_changes g where app.guard_due(g) <= app.now() order by g.name
    for no key update loop
    if app.can_lower_guard(v_change) then
      perform app.apply_guard(v_change);
      v_count := v_count + 1;
    else
      delete from app.guard_changes g where g.name = v_change.name;
    end if;
  end loop;
  return v_count;
end $$;
comment on function app.apply_guard_changes is
  'Scheduled: applies lowered guards that have waited for a day, and drops those of people who may no longer lower '
  'them. Returns the number of applied ones.';

create function public.confirm_guard(name text, value text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('settings');
  v_change app.guard_changes := app.lock_guard(confirm_guard.name);
begin
  -- Whoever lowered the setting may have asked for another value since the page was opened.
  if v_change.value is distinct from confirm_guard.value then
    perform app.refuse('version_conflict', 409, 'Another value was asked for meanwhile');
  end if;
  if not app.can_lower_guard(v_change) or not app.are_two_people(v_me.id, v_change.asked_by) then
    perform app.refuse('second_person_needed', 403,
      'Needs an admin who counts as a second person beside the one who lowered the setting');
  end if;
  perform app.apply_guard(v_change);
end $$;
comment on function public.confirm_guard is
  'A second person applies a lowered guard of the settings at once. value: the value that the page showed '
  '(guard_changes). '
  'Errors: must_login, not_allowed, demo_mode, approval_not_found, version_conflict, second_person_needed.';
grant execute on function public.confirm_guard(text, text) to authenticated;

create function public.cancel_guard(name text) returns void language plpgsql security definer set search_path = '' as $$
declare v_change app.guard_changes;
begin
  perform app.require_editor('settings');
  v_change := app.lock_guard(cancel_guard.name);
  delete from app.guard_changes g where g.name = v_change.name;
  perform app.audit('cancel_guard', 'settings', '1', jsonb_build_object(v_change.name, v_change.value, 'asked_by',
    v_change.asked_by));
end $$;
comment on function public.cancel_guard is
  'Stops a lowered guard of the settings before it is applied. '
  'Errors: must_login, not_allowed, demo_mode, approval_not_found.';
grant execute on function public.cancel_guard(text) to authenticated;

-- Guards: the settings that make it take two people, or two factors.

-- Holds back what a signed-in person lowers, and tells the owners. The owner of the database and apply_guard pass.
create function app.tg_settings__hold_guards() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_name text;
  v_is_lowered boolean := false;
  v_params jsonb;
begin
  if auth.uid() is null or current_setting('app.guard', true) = 'on' then return new; end if;
  foreach v_name in array app.guards() loop
    if app.guard_strength(v_name, new) < app.guard_strength(v_name, old) then
      perform app.check_guard(v_name, to_jsonb(new) ->> v_name);
      insert into app.guard_changes as g (name, value, asked_by) values (v_name, to_jsonb(new) ->> v_name, auth.uid())
      on conflict on constraint guard_changes_pkey do update set value = excluded.value, asked_by = excluded.asked_by,
        asked_at = excluded.asked_at
      where (g.value, g.asked_by) is distinct from (excluded.value, excluded.asked_by);
      v_is_lowered := v_is_lowered or found;
      if found then
        perform app.audit('lower_guard', 'settings', '1', jsonb_build_object(v_name, to_jsonb(old) -> v_name),
          jsonb_build_object(v_name, to_jsonb(new) -> v_name));
      end if;
      new := jsonb_populate_record(new, jsonb_build_object(v_name, to_jsonb(old) -> v_name));
    elsif app.guard_strength(v_name, new) > app.guard_strength(v_name, old) then
      delete from app.guard_changes g where g.name = v_name;
    end if;
  end loop;
  if v_is_lowered then
    select jsonb_build_object('person_id', p.id, 'name', app.staff_name(p), 'until', (select max(app.guard_due(g))
      from app.guard_changes g))
      into v_params from public.profiles p where p.id = auth.uid();
    perform app.notify_owners('guard_lowered', v_params);
  end if;
  return new;
end $$;

create trigger settings__hold_guards before update of credit_limit, payout_limit, export_limit, two_people_bank,
  bank_change_hours, staff_second_factor on public.settings
  for each row execute function app.tg_settings__hold_guards();

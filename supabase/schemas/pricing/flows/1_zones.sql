-- Zones: areas with a surcharge, with a fixed fare, or without service.

create function public.save_zone(zone jsonb) returns public.zones
language plpgsql security definer set search_path = '' as $$
declare
  z jsonb := save_zone.zone;
  v_area extensions.geometry := app.read_area(coalesce(z #> '{geojson,geometry}', z -> 'geojson'));
  v_zone public.zones;
begin
  perform app.require_permission('prices');
  if v_area is null then
    perform app.refuse('zone_invalid', 422,
      'Give geojson: a Polygon or MultiPolygon without self-intersections and with at most 10000 points');
  end if;
  insert into public.zones as t (id, name, kind, amount, percent, applies_to, car_type_id, active, area)
  values (coalesce((z ->> 'id')::uuid, app.uuid_v7()), btrim(z ->> 'name'), z ->> 'kind', (z ->> 'amount')::numeric,
    (z ->> 'percent')::numeric,
    coalesce(z ->> 'applies_to', 'either'), (z ->> 'car_type_id')::uuid,
      coalesce((z ->> 'active')::boolean, true), v_area)
  on conflict on constraint zones_pkey do update set name = excluded.name, kind = excluded.kind,
    amount = excluded.amount, percent = excluded.percent,
    applies_to = excluded.applies_to, car_type_id = excluded.car_type_id, active = excluded.active,
      area = excluded.area,
    version = coalesce((z ->> 'version')::integer, t.version)
  returning t.* into v_zone;
  return v_zone;
exception when check_violation or not_null_violation or invalid_text_representation or foreign_key_violation
  or numeric_value_out_of_range then
  perform app.refuse('zone_invalid', 422, sqlerrm);
  return null;
end $$;
comment on function public.save_zone is
  'Adds a zone or replaces the one with this id. zone: {id?, name, kind, amount?, percent?, applies_to?, '
  'car_type_id?, active?, version?, geojson} (a Polygon, a MultiPolygon or a Feature of one). A retry is safe if the '
  'caller chooses the id. '
  'Errors: must_login, not_allowed, demo_mode, zone_invalid, version_conflict.';
grant execute on function public.save_zone(jsonb) to authenticated;

create function public.save_service_area(area jsonb default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_area extensions.geometry := app.read_area(save_service_area.area);
  v_before jsonb := (select extensions.st_asgeojson(a.area, 6, 0)::jsonb from app.drawn_area a);
begin
  perform app.require_editor('prices');
  if save_service_area.area is null or save_service_area.area = 'null' then
    delete from app.drawn_area where true;
  elsif v_area is null then
    perform app.refuse('service_area_invalid', 422,
      'Give a Polygon or MultiPolygon without self-intersections and with at most 10000 points, or nothing');
  else
    insert into app.drawn_area as a (area) values (v_area)
    on conflict (id) do update set area = excluded.area, updated_at = app.now();
  end if;
  perform app.audit('save_service_area', 'settings', '1', v_before, save_service_area.area);
end $$;
comment on function public.save_service_area is
  'Sets the area in which trips begin or end, as a GeoJSON Polygon or MultiPolygon; without one it is the whole map. '
  'Drivers get offers in and around it. Idempotent. For staff who may change prices. '
  'Errors: must_login, not_allowed, demo_mode, service_area_invalid.';
grant execute on function public.save_service_area(jsonb) to authenticated;

// libraries of others are taken as they are
declare module "three";
declare module "three/*";
declare module "uplot";
